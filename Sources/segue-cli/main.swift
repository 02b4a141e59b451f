import CPlatform
import Glibc

// Some launchers start programs with these blocked; a watch that nobody can end would stay for ever.
cplatform_unblock_endings()

exit(runCommand(Array(CommandLine.arguments.dropFirst())))
