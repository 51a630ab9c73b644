import { describe, expect, it } from 'vitest';
import { requireSameOrigin } from './same-origin.ts';

function isAccepted(method: string, headers: Record<string, string>, publicOrigin?: string): boolean {
  try {
    requireSameOrigin({ method, headers, host: 'catalog:8080' }, publicOrigin);
    return true;
  } catch {
    return false; // That is the answer to the question.
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
  ])('%s with %j: %s', (method, headers, accepted) => {
    expect(isAccepted(method, headers, 'https://data.example.com')).toBe(accepted);
  });
});
