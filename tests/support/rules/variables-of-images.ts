/** Variables of Jitsi's images, of https://github.com/jitsi/docker-jitsi-meet/blob/master/docker-compose.yml */
const conference = [
  'XMPP_AUTH_DOMAIN',
  'XMPP_DOMAIN',
  'XMPP_MUC_DOMAIN',
  'ENABLE_AUTH',
  'ENABLE_RECORDING',
  'ENABLE_TRANSCRIPTIONS',
];
const xmpp = [
  ...[...conference, 'XMPP_INTERNAL_MUC_DOMAIN', 'PUBLIC_URL', 'ENABLE_GUESTS', 'AUTH_TYPE'],
  ...['JWT_ALLOW_EMPTY', 'JWT_APP_ID', 'JWT_APP_SECRET', 'JWT_ACCEPTED_ISSUERS', 'JWT_ACCEPTED_AUDIENCES'],
  ...['JVB_AUTH_USER', 'JVB_AUTH_PASSWORD', 'JICOFO_AUTH_PASSWORD'],
];
const focus = [
  ...[...conference, 'XMPP_INTERNAL_MUC_DOMAIN', 'XMPP_SERVER'],
  ...['AUTH_TYPE', 'JVB_BREWERY_MUC', 'JICOFO_AUTH_PASSWORD'],
];

/**
 * Returns the variables that the services from images of others read: those of their documentation, as far as the compose file
 * may use them, and those that our own configuration of them names.
 *
 * @param read reads a file of the repository.
 */
export function variablesOfImages(read: (path: string) => string): Record<string, string[]> {
  const named = (path: string, pattern: RegExp) =>
    [...read(path).matchAll(pattern)].map(([, name = '']) => name);
  const observability = 'deploy/observability';
  return {
    // https://hub.docker.com/_/postgres
    postgres: ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'POSTGRES_INITDB_ARGS'],
    proxy: named('deploy/proxy/Caddyfile', /\{\$(\w+)/g),
    alertmanager: [
      ...named(`${observability}/alertmanager/alertmanager.yml`, /\$\{(\w+)\}/g),
      ...named(`${observability}/alertmanager/start.sh`, /\$\{?([A-Z_]+)/g),
    ],
    // https://grafana.com/docs/grafana/latest/setup-grafana/configure-grafana/
    grafana: [
      ...['GF_AUTH_ANONYMOUS_ENABLED', 'GF_AUTH_ANONYMOUS_ORG_ROLE', 'GF_AUTH_DISABLE_LOGIN_FORM'],
      ...['GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION', 'GF_ANALYTICS_REPORTING_ENABLED'],
      ...['GF_ANALYTICS_CHECK_FOR_UPDATES', 'GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH'],
    ],
    'meet-web': [
      ...[...conference, 'PUBLIC_URL', 'ENABLE_GUESTS', 'XMPP_BOSH_URL_BASE'],
      ...['DISABLE_HTTPS', 'ENABLE_LETSENCRYPT'],
    ],
    'meet-xmpp': xmpp,
    'meet-focus': focus,
    'meet-bridge': [
      ...['XMPP_AUTH_DOMAIN', 'XMPP_INTERNAL_MUC_DOMAIN', 'XMPP_SERVER', 'JVB_BREWERY_MUC'],
      ...['JVB_AUTH_USER', 'JVB_AUTH_PASSWORD', 'JVB_ADVERTISE_IPS'],
    ],
  };
}
