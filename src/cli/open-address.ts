import { spawn } from 'node:child_process';

/** Desktop program that opens an address in the user's browser. */
const OPENER = process.platform === 'darwin' ? 'open' : 'xdg-open';

/** Opens an address in the user's browser; calls `notify` if that fails. */
export function openAddress(address: string, notify: (text: string) => void): void {
  const fail = (why: string): void =>
    notify(`The browser could not be opened (${why}). Open the login link yourself.`);
  const child = spawn(OPENER, [address], { detached: true, stdio: 'ignore' });
  child.once('error', () => fail(`the program ${OPENER} cannot be run`));
  child.once('exit', (code) => {
    if (code !== 0) fail(`${OPENER} ended with ${code ?? 'a signal'}`);
  });
  child.unref();
}
