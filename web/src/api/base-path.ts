/** Base path of the server, without a trailing slash: '' or '/catalog'. The server writes it into the page. */
export const BASE_PATH = readBasePath();

function readBasePath(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
  return content.startsWith('/') ? content.replace(/\/$/, '') : '';
}
