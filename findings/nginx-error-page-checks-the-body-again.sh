#!/usr/bin/env bash
# Expected: error_page 502 shows our page whenever the server behind a location is away, also to somebody who sent a large photo there.
# Seen: the inner request for the page checks the size of the body again, with the limit of the page's own location: 413 and nginx's
# bare page instead of 502 and ours, for each body that only the photo's location allows.
# So: deploy/nginx.conf gives the location of the error page the largest limit of all.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq nginx 2>apt.log # Debian 12: 1.22.1
dpkg -x nginx_*.deb . && chmod 755 .
mkdir -p pages logs && echo ours >pages/away.html
head -c 200000 /dev/zero >photo
[ "$(id -u)" -ne 0 ] || chown -R nobody .
port=28461
serve() { # $1: what the page's location says besides
  cat >nginx.conf <<CONF
pid $folder/nginx.pid; error_log $folder/logs/error.log; worker_processes 1; daemon off; events {}
http {
  access_log off;
  client_body_temp_path $folder/body; proxy_temp_path $folder/proxy; fastcgi_temp_path $folder/f; uwsgi_temp_path $folder/u; scgi_temp_path $folder/s;
  server {
    listen 127.0.0.1:$port;
    client_max_body_size 64k;
    error_page 502 /away.html;
    location = /away.html { internal; root $folder/pages; $1 }
    location /photos { client_max_body_size 1m; proxy_pass http://127.0.0.1:1; }
  }
}
CONF
  ./usr/sbin/nginx -c "$folder/nginx.conf" & server=$!
  for _ in $(seq 50); do curl -s -o small "http://127.0.0.1:$port/photos" && break; sleep 0.1; done
  curl -s -o "$2" -w '%{http_code}' --data-binary @photo "http://127.0.0.1:$port/photos" >"$2.status"
  kill "$server"; wait "$server" || true; server=
}
serve "" without
serve "client_max_body_size 1m;" with
./usr/sbin/nginx -v
echo "no body: $(cat small)"
echo "200 KB, the page's location says nothing: $(cat without.status), ours: $(grep -c ours without || true)"
echo "200 KB, the page's location allows 1 MB:  $(cat with.status), ours: $(grep -c ours with || true)"
[ "$(cat without.status) $(cat with.status) $(cat with)" = "413 502 ours" ]
