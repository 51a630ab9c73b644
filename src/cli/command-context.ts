import type { Environment } from '../config/load.ts';

/** Everything a command knows of the world around it; the process entry makes the real one. */
export interface CommandContext {
  readonly environment: Environment;
  /** Folder that `~` stands for. */
  readonly home: string;
  /** Folder that relative paths start from. */
  readonly folder: string;
  /** Prints a result, followed by a line break. */
  readonly print: (text: string) => void;
  /** Tells the person at the terminal something that is no result; never mixed with results. */
  readonly notify: (text: string) => void;
  /** Whether notes go to a terminal, so that one may be overwritten in place. */
  readonly notesAreOnTerminal: boolean;
  /** Puts a note in the place of the last one; only for a terminal. */
  readonly notifyInPlace: (text: string) => void;
  /** Asks a person; undefined when nobody is at a terminal. */
  readonly ask: ((question: string, options: { readonly hidden: boolean }) => Promise<string>) | undefined;
  /** Everything that is piped into the command. */
  readonly readInput: () => Promise<Buffer>;
}
