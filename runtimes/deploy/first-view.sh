#!/bin/sh
# first-view.sh https://hb.example PLATFORM KEY: asks for an ad and confirms its view, as a publisher's server does. It is billed.
set -eu
url=$1 key=$3
who="\"platform_id\":\"$2\",\"stable_user_id\":\"first-view\""
post() {
  curl --silent --show-error --fail-with-body --header "Authorization: Bearer $key" --json "$2" "$url$1"
}
field() {
  printf %s "$ad" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}
ad=$(post /api/v1/web/ads "{$who,\"context\":{\"question\":\"Which running shoes?\"}}")
echo "$ad"
[ -n "$(field view)" ]
# A view is confirmed a second after the ad at the earliest.
sleep 1
post /api/v1/web/seen "{$who,\"delivery_id\":\"$(field delivery_id)\",\"view\":\"$(field view)\"}"
