import type { Environment } from '../config/load.ts';

/** Inputs and outputs of a command. Created by the process entry; tests pass their own. */
export interface CommandContext {
  readonly environment: Environment;
  /** Home folder (`~`). */
  readonly home: string;
  /** Working folder; relative paths resolve against it. */
  readonly folder: string;
  /** Prints a result and a line break to standard output. */
  readonly print: (text: string) => void;
  /** Prints a message (progress, hint, error) and a line break to standard error. */
  readonly notify: (text: string) => void;
  /** Whether standard error is a terminal, where a line can be overwritten. */
  readonly notesAreOnTerminal: boolean;
  /** Overwrites the current line of standard error. Only for a terminal. */
  readonly notifyInPlace: (text: string) => void;
  /** Prompts the user; undefined unless standard input and standard error are a terminal. */
  readonly ask: ((question: string, options: { readonly hidden: boolean }) => Promise<string>) | undefined;
  /** Opens an address in the user's browser, if there is one. */
  readonly openAddress: (address: string) => Promise<void>;
  /** Called before each step of a start of the server, with its name. A test throws here to make the step fail. */
  readonly beginStartStep?: (name: string) => void;
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<Buffer>;
  /** The lines of standard input as they arrive, until it ends or the signal is aborted. */
  readonly inputLines: (signal: AbortSignal) => AsyncIterable<string>;
}
