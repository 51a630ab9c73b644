import { expect } from 'vitest';
import type { Window } from './visit.ts';

/**
 * Notation that a person must not see: members of JSON objects, lists of them, absent values, urns, privileges, ids of
 * policies, and names of aspects and of their members.
 */
const NOTATION =
  /\{|\}|\[\{|\[object |\bundefined\b|\bNaN\b|urn:li:|\b[A-Z]{2,}_[A-Z_]+\b|\b[a-z]+(?:-[a-z]+)+-all\b|\b(?:allowedValues|allowedTypes|entityTypes|valueType|qualifiedName|propertyDefinition|structuredProperties|structuredPropertySettings)\b/;

/**
 * Expects that the shown text has words only: of the open dialog, or else of the page. Text in `code` and in
 * fields is exempt.
 */
export async function expectWords({ page }: Window): Promise<void> {
  const texts = await page.evaluate(() => {
    const root = document.querySelector('[role="dialog"]') ?? document.querySelector('main') ?? document.body;
    const shown = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = shown.nextNode(); node !== null; node = shown.nextNode()) {
      if (node.parentElement?.closest('code, pre, textarea, [contenteditable]') === null)
        found.push(node.textContent ?? '');
    }
    return found;
  });
  expect(texts.join('').length).toBeGreaterThan(0);
  expect(texts.filter((text) => NOTATION.test(text))).toEqual([]);
}
