/* The commands: one file each (cmd_*.c), one line each in main.c. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

/* argv[0] is the command's name; returns the exit status. */
typedef int command_function(int argc, char **argv);

command_function cmd_run, cmd_sweep, cmd_query, cmd_pareto, cmd_plot, cmd_show, cmd_check, cmd_list, cmd_model;

#endif
