import { describe, expect, it } from 'vitest';
import { requireSameOrigin } from './same-origin.ts';

function isAccepted(method: string, headers: Record<string, string>, isChange?: boolean): boolean {
  try {
    requireSameOrigin({ method, headers, host: 'catalog:8080' }, 'https://data.example.com', isChange);
    return true;
  } catch {
    return false;
  }
}

describe('requireSameOrigin', () => {
  it.each([
    ['GET', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
    ['POST', { 'sec-fetch-site': 'same-origin' }, true],
    ['POST', { 'sec-fetch-site': 'none' }, true],
    ['POST', { 'sec-fetch-site': 'same-site' }, false],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: 'http://catalog:8080' }, false],
    ['DELETE', { origin: 'http://catalog:8080' }, true],
    ['DELETE', { origin: 'http://catalog:8081' }, false],
    ['PATCH', { origin: 'https://data.example.com' }, true],
    ['PUT', { origin: 'https://evil.example' }, false],
    ['POST', { origin: 'null' }, false],
    ['POST', { origin: '' }, false],
    ['POST', { 'content-type': 'application/json; charset=utf-8' }, true],
    ['POST', { 'content-type': 'application/json-patch+json' }, true],
    ['POST', { 'content-type': 'application/jsonx' }, false],
    ['POST', { 'content-type': 'multipart/form-data' }, false],
    ['DELETE', {}, true],
    ['POST', {}, true],
    ['POST', { 'content-length': '0' }, true],
    ['POST', { 'content-length': '2' }, false],
    ['POST', { 'transfer-encoding': 'chunked' }, false],
  ])('%s with %j: %s', (method, headers, accepted) => {
    expect(isAccepted(method, headers)).toBe(accepted);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: 'http://catalog:8080' }, true],
  ])('a GET that changes state, with %j: %s', (headers, accepted) => {
    expect(isAccepted('GET', headers, true)).toBe(accepted);
  });
});
