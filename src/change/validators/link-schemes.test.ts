import { describe, expect, it } from 'vitest';
import { FakeState, aspectChange, messagesOf, ruleContext } from '../../../test/support/memory/fake-state.ts';
import { datasetUrn } from '../../../test/support/catalog-client.ts';
import type { JsonObject } from '../../util/json.ts';
import { linkSchemes } from './link-schemes.ts';

const stamp = { time: 0, actor: 'urn:li:corpuser:a' };
const memory = (...urls: readonly string[]): JsonObject => ({
  elements: urls.map((url) => ({ url, description: 'd', createStamp: stamp })),
});

function failures(aspectName: string, after: JsonObject, before?: JsonObject, schemes?: readonly string[]) {
  const change = aspectChange({ urn: datasetUrn('a'), aspectName, after, ...(before && { before }) });
  return messagesOf(
    change,
    linkSchemes.check(change, ruleContext(new FakeState(), schemes && { linkSchemes: schemes })),
  );
}

const HARMFUL = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' \u0001javascript:alert(1)',
  'java\tscript\n:alert(1)',
  'data:text/html,x',
  'vbscript:x',
];

describe('links that people enter', () => {
  it.each([...HARMFUL, 'file:///etc/passwd', 'slack://channel'])('may not be %j', (url) => {
    const [failure, ...others] = failures('institutionalMemory', memory('https://a.example', url));
    expect(failure).toMatch(
      /^The link at \/elements\/1\/url of institutionalMemory has the scheme '\w+:'\. Use one of http, https, mailto/,
    );
    expect(others).toEqual([]);
    expect(failures('embed', { renderUrl: url })).toHaveLength(1);
  });

  it.each([
    'https://a.example',
    'HTTP://a.example',
    'mailto:a@example.com',
    'wiki/page?a=b:c',
    '//a.example',
    '',
  ])('may be %j', (url) => {
    expect(failures('institutionalMemory', memory(url))).toEqual([]);
  });

  it('may have other schemes if configured, but no harmful ones', () => {
    const allowed = ['slack', 'javascript'];
    expect(failures('institutionalMemory', memory('slack://a'), undefined, allowed)).toEqual([]);
    expect(failures('institutionalMemory', memory('javascript:a'), undefined, allowed)).toHaveLength(1);
  });

  it('stay when they are already stored', () => {
    const stored = memory('slack://a');
    expect(failures('institutionalMemory', memory('slack://a', 'https://b.example'), stored)).toEqual([]);
  });
});

describe('links from ingestion sources', () => {
  it.each(HARMFUL)('may not be %j', (externalUrl) => {
    expect(failures('datasetProperties', { externalUrl })).toEqual([
      expect.stringContaining('The link at /externalUrl of datasetProperties has the scheme'),
    ]);
  });

  it.each(['s3://bucket/key', 'file:///data', 'https://a.example'])('may be %j', (externalUrl) => {
    expect(failures('datasetProperties', { externalUrl, customProperties: { url: 'javascript:x' } })).toEqual(
      [],
    );
  });

  it('are found in nested records', () => {
    const owner = {
      owner: 'urn:li:corpuser:a',
      type: 'NONE',
      source: { type: 'MANUAL', url: 'javascript:x' },
    };
    expect(failures('ownership', { owners: [owner] })).toHaveLength(1);
  });
});
