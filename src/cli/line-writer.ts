import { printable } from '../util/printable.ts';

/** The parts of a process's stream that lines are written to. */
export interface LineStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Returns a function that writes text and a line break. On a terminal, control and bidirectional characters are escaped
 * as `\uXXXX`: stored text cannot send it commands, and JSON stays JSON. Files and pipes get the text unchanged.
 */
export function lineWriter(stream: LineStream): (text: string) => void {
  return (text) => {
    const shown = stream.isTTY === true ? text.split('\n').map(printable).join('\n') : text;
    stream.write(`${shown}\n`);
  };
}
