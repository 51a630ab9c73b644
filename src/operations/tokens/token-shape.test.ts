import { describe, expect, it } from 'vitest';
import { readInput } from '../shapes.ts';
import { TOKEN } from './token-shape.ts';

const valid = { name: 'ci', actorUrn: 'urn:li:corpuser:robot', durationMs: 1000 };

describe('the body of a request for a token', () => {
  it('reads a request', () => {
    expect(readInput(TOKEN, { ...valid, name: ' ci ', description: 'for the pipeline' })).toEqual({
      name: 'ci',
      actor: 'urn:li:corpuser:robot',
      durationMs: 1000,
      description: 'for the pipeline',
    });
  });

  it('accepts null for a token that does not expire', () => {
    expect(readInput(TOKEN, { ...valid, durationMs: null }).durationMs).toBeUndefined();
  });

  it.each([
    [[], 'The request body must be a JSON object'],
    [{ ...valid, name: undefined }, 'name must be a string, but it is missing'],
    [{ ...valid, name: '  ' }, 'name must not be empty'],
    [{ ...valid, actorUrn: 'robot' }, 'Invalid urn!: robot'],
    [{ name: 'ci', actorUrn: valid.actorUrn }, 'or null for no expiry, but it is missing'],
    [{ ...valid, durationMs: 0 }, 'durationMs must be a whole number'],
    [{ ...valid, durationMs: 1e300 }, 'durationMs must be a whole number'],
    [{ ...valid, duration: 5 }, "There is no member 'duration'. Did you mean 'durationMs'?"],
  ])('refuses %j', (body, message) => {
    expect(() => readInput(TOKEN, body)).toThrow(message);
  });
});
