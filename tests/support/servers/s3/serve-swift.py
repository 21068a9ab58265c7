"""Runs OpenStack Swift with its S3 API on this machine until stdin is closed.

serve-swift.py FOLDER PORT ACCOUNT_PORT CONTAINER_PORT OBJECT_PORT: the access key is `test:tester`, the secret `testing`.
"""
import importlib
import os
import pwd
import signal
import socket
import sys

from swift.common import utils, wsgi
from swift.common.ring import RingBuilder

folder = sys.argv[1]
ports = dict(zip(['proxy', 'account', 'container', 'object'], map(int, sys.argv[2:])))
# Takes the lines of the log and drops them: a request may fail with the error of sending a line nowhere.
log = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
log.bind(('127.0.0.1', 0))
common = f"""[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {{port}}
workers = 0
swift_dir = {folder}
devices = {folder}
mount_check = false
fallocate_reserve = 0
log_udp_host = 127.0.0.1
log_udp_port = {log.getsockname()[1]}
user = {pwd.getpwuid(os.geteuid()).pw_name}
"""
# The cache middleware is required and has no server: each lookup is a miss.
proxy = """[pipeline:main]
pipeline = catch_errors healthcheck cache s3api tempauth dlo slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 5
error_suppression_limit = 1000
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
""" + "".join(f"[filter:{name}]\nuse = egg:swift#{name}\n" for name in ["catch_errors", "healthcheck", "s3api", "dlo", "slo"])


def write(name, text):
    with open(os.path.join(folder, name), 'w') as file:
        file.write(text)
    return file.name


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n')
utils.set_swift_dir(folder)
os.makedirs(os.path.join(folder, 'device'), exist_ok=True)
for name in ['account', 'container', 'object']:
    ring = RingBuilder(part_power=1, replicas=1, min_part_hours=0)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': ports[name], 'device': 'device'})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f'{name}.ring.gz'))

# Imported once, before the four processes separate.
for name in ports:
    importlib.import_module(f"swift.{'obj' if name == 'object' else name}.server")

processes = []
for name, port in ports.items():
    app = proxy if name == 'proxy' else f'[pipeline:main]\npipeline = {name}-server\n[app:{name}-server]\nuse = egg:swift#{name}\n'
    path = write(f'{name}.conf', common.format(port=port) + app)
    processes.append(os.fork())
    if processes[-1] == 0:
        sys.exit(wsgi.run_wsgi(path, f'{name}-server'))

sys.stdin.read()
for process in processes:
    os.kill(process, signal.SIGKILL)
