# Sourced by the scripts beside it: the user that builds and runs images, and the folder of its files. Bash.
BUILDER=colophon-builder
WORK=/var/tmp/colophon-container

# Runs a command as this user.
as_builder() {
  runuser -u "$BUILDER" -- env -C "$WORK" HOME="/home/$BUILDER" XDG_RUNTIME_DIR="$WORK" "$@"
}
