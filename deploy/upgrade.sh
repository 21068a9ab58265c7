#!/bin/sh
# deploy/upgrade.sh: replaces the running API, worker and backup containers by those of this folder without an interruption.
# Needs Docker with Compose 2 alone. Builds the image, migrates the database, and starts as many new containers beside the old
# ones; these are stopped when the new ones are ready. When a step fails, the new containers are removed and the old ones go on,
# on the new schema (docs/decisions/086-expand-migrate-contract.md). Compose files, profiles and scale are those that run.
# Ids of containers and names of services are lists of words.
# shellcheck disable=SC2046,SC2086
set -eu
cd "$(dirname "$0")/.."
# Longest wait for new containers, in seconds.
limit=${UPGRADE_LIMIT_SECONDS:-180}

say() { echo "upgrade: $*"; }
containers() { docker compose ps -q "$1"; }
# Starts what is missing, and leaves alone what runs. Without dependencies (--no-deps) the next `up` would recreate the containers.
up() { docker compose up -d --no-recreate "$@"; }
label() { docker inspect -f "{{index .Config.Labels \"com.docker.compose.$2\"}}" "$1"; }
count() { echo "$#"; }
# The words of the first argument that are not in the second.
without() { for word in $1; do case " $(printf '%s ' $2)" in *" $word "*) ;; *) echo "$word" ;; esac; done; }

old_api=$(containers api)
old_worker=$(containers worker)
if [ -z "$old_api" ]; then
  say "No API runs. Start it: docker compose up --build --wait" >&2
  exit 1
fi
new=
first=$(echo $old_api | cut -d' ' -f1)
image=$(docker inspect -f '{{.Config.Image}}' "$first")
# With -f the product may run from more files than the default: deploy/public.yml, for example.
folder=$(label "$first" project.working_dir)
COMPOSE_FILE=$(label "$first" project.config_files | sed "s|$folder/||g")
COMPOSE_PATH_SEPARATOR=,
export COMPOSE_FILE COMPOSE_PATH_SEPARATOR
built=migrate
[ -z "$(containers backup)" ] || built="migrate backup"

# Writes the pages of the image for the proxy, which serves them from its next reload on. Those of the release before stay.
publish() {
  docker compose rm -f pages >/dev/null
  up pages
  [ "$(docker wait "$(docker compose ps -aq pages)")" = 0 ]
}

roll_back() {
  trap - EXIT INT TERM
  say "$1" >&2
  for container in $new; do docker logs --tail 20 "$container" 2>&1 | sed 's/^/  /' >&2 || true; done
  docker start $old_api $old_worker >/dev/null
  wait_until_healthy "$old_api $old_worker" || say "The old containers are not healthy either." >&2
  [ -z "$new" ] || docker rm -f $new >/dev/null
  docker tag "$image:previous" "$image"
  publish || say "The pages of before were not written again; the proxy serves them until it restarts." >&2
  say "Rolled back: the containers of before run, with the image of before." >&2
  exit 1
}

wait_until_healthy() {
  waited=0
  for container in $1; do
    while [ "$(docker inspect -f '{{.State.Health.Status}}' "$container")" != healthy ]; do
      [ "$waited" -lt "$limit" ] || return 1
      waited=$((waited + 1))
      sleep 1
    done
  done
}

# Starts as many new containers of a service as there are old ones, and stops the old ones when all new ones are healthy.
replace() {
  service=$1 old=$2
  [ -n "$old" ] || return 0
  number=$(count $old)
  say "$service: starting $number beside $number"
  up --scale "$service=$((2 * number))" "$service" || roll_back "$service does not start."
  started=$(without "$(containers "$service")" "$old")
  new="$new $started"
  wait_until_healthy "$started" || roll_back "$service is not ready after $limit s."
  docker stop $old >/dev/null
}

docker tag "$(docker inspect -f '{{.Image}}' "$first")" "$image:previous"
trap 'roll_back "Interrupted or failed."' EXIT INT TERM
say "building $built"
docker compose build $built
say "migrating the database"
docker compose rm -f migrate >/dev/null
up migrate
migration=$(docker compose ps -aq migrate)
[ "$(docker wait "$migration")" = 0 ] || { docker logs "$migration" >&2; roll_back "The migration failed."; }
publish || roll_back "The pages were not written."
replace api "$old_api"
docker compose exec -T proxy caddy reload --config /etc/caddy/Caddyfile --address unix//config/admin.sock ||
  say "The proxy still serves the pages of before. To serve the new ones: docker compose restart proxy" >&2
replace worker "$old_worker"
trap - EXIT INT TERM
docker rm $old_api $old_worker >/dev/null
if [ "$built" != migrate ]; then
  docker compose rm -sf backup >/dev/null
  up backup
fi

# Others are left alone: a restart of PostgreSQL or of the proxy is an interruption.
changed=
for container in $(docker ps -q --filter "label=com.docker.compose.project=$(label "$(containers api | head -1)" project)"); do
  service=$(label "$container" service)
  case $service in api | worker | migrate | backup) continue ;; esac
  [ "$(docker compose --profile "*" config --hash "$service" | cut -d' ' -f2)" = "$(label "$container" config-hash)" ] || changed="$changed $service"
done
[ -z "$changed" ] || say "Changed as well, and still running as before:$changed. To restart them: docker compose up --wait$changed"
say "done: $(count $(containers api)) API, $(count $(containers worker)) worker containers"
