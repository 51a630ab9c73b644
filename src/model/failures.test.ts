import { describe, expect, it } from 'vitest';
import { Failures, MOST_FAILURES } from './failures.ts';

describe('the failures of a request', () => {
  it('are one text, which has each of them once', () => {
    const failures = new Failures<string>();
    failures.addAll(['a', 'b', 'a']);
    expect(failures.text((text) => text)).toBe('a; b');
    expect(failures.hasMore).toBe(false);
  });

  it('are collected until there are more than are reported', () => {
    let looked = 0;
    const failures = new Failures<string>();
    failures.addAll(
      (function* () {
        for (; ; looked++) yield `failure ${looked}`;
      })(),
    );
    expect(looked).toBe(MOST_FAILURES);
    expect(failures.first).toHaveLength(MOST_FAILURES);
    expect(failures.text((text) => text)).toMatch(/; failure 49; Only the first 50 failures are reported/);
  });
});
