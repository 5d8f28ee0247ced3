import type { Command } from "./command.ts";
import { driftCommand } from "./drift-command.ts";
import { verifyCommand } from "./verify-command.ts";

/** All that the tool does; a command is one entry here. */
export const commands: readonly Command[] = [verifyCommand, driftCommand];
