import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpLimits } from './limits.ts';

/**
 * Answers input that is not a valid request (too slow, headers too long, not HTTP), and closes the connection.
 */
export function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Duplex,
  limits: HttpLimits,
): void {
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(answerTo(error.code, limits));
  socket.destroy();
}

function answerTo(code: string | undefined, limits: HttpLimits): string {
  const [status, message] = causeOf(code, limits);
  const error = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ error, message });
  const headers = [
    `HTTP/1.1 ${status} ${error}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

function causeOf(code: string | undefined, limits: HttpLimits): readonly [status: number, message: string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const { headersTimeoutMs, requestTimeoutMs } = limits;
    return [
      408,
      `The request was not sent in time: the headers must arrive within ${headersTimeoutMs} ms, ` +
        `the whole request within ${requestTimeoutMs} ms.`,
    ];
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return [431, `The path and the headers are longer than ${limits.headerBytes} bytes. Send less in them.`];
  }
  return [400, 'The request is not valid HTTP.'];
}
