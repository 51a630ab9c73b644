import { spawn } from 'node:child_process';

/** Desktop program that opens an address in the user's browser, with its first arguments. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the user's browser; calls `notify` if that fails. */
export function openAddress(address: string, notify: (text: string) => void): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const fail = (why: string): void =>
    notify(`The browser could not be opened (${why}). Open the login link yourself.`);
  const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
  child.once('error', () => fail(`the program ${program} cannot be run`));
  child.once('exit', (code) => {
    if (code !== 0) fail(`${program} ended with ${code ?? 'a signal'}`);
  });
  child.unref();
}
