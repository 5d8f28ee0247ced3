import { accountCommands } from "./account-commands.ts";
import type { Command } from "./command.ts";
import { databaseCommands } from "./database-commands.ts";
import { doctorCommand } from "./doctor-command.ts";
import { eraseCommand } from "./erase-command.ts";
import { keyCommands } from "./key-commands.ts";
import { layoutChangesCommand } from "./layout-changes-command.ts";
import { memberCommands } from "./member-commands.ts";
import { moneyCommands } from "./money-commands.ts";
import { recordCommand } from "./record-command.ts";
import { verifyCommand } from "./verify-command.ts";

/** All that the tool does; a command is one entry here. */
export const commands: readonly Command[] = [
  verifyCommand,
  ...accountCommands,
  ...keyCommands,
  ...memberCommands,
  ...moneyCommands,
  eraseCommand,
  ...databaseCommands,
  layoutChangesCommand,
  recordCommand,
  doctorCommand,
];
