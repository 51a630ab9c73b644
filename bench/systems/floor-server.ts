/**
 * HTTP floor: a Node server that answers with `answerBytes` bytes, as the request says, and does nothing else. No server in
 * Node can be faster. Listens on a free port and prints its URL.
 */
import { createServer } from 'node:http';

const answers = new Map<string, string>();

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => (body += part));
  request.on('end', () => {
    const text = answers.get(body) ?? answerTo(body);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
});

function answerTo(body: string): string {
  const { answerBytes } = JSON.parse(body) as { readonly answerBytes: number };
  const text = '.'.repeat(answerBytes);
  answers.set(body, text);
  return text;
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null)
    console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}`, token: '' }));
});
