#!/bin/sh
# Runs a command on a hosted Linux with a screen and an unlocked keyring, so that the desktop app encrypts what it stores:
#   sh .github/with-keyring.sh npm test
exec dbus-run-session -- sh -c '
  printf "\n" | gnome-keyring-daemon --unlock --components=secrets > /dev/null &&
    exec xvfb-run --auto-servernum "$@"
' sh "$@"
