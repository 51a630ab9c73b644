import { isIP } from 'node:net';
import { invalidRequest } from '../../../errors.ts';
import { because } from '../../../refusals.ts';
import { hostOf, refusal } from './post-message.ts';
import type { AddressCheck } from './receiver-address.ts';

/** Maximum length of a URL, in characters. */
const LONGEST_URL = 2_048;

/**
 * Throws INVALID_REQUEST for a URL to which messages cannot be sent. Host names are not resolved here, but for each
 * message.
 */
export function checkUrl(text: string, isAllowed: AddressCheck): void {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || text.length > LONGEST_URL) {
    throw invalidRequest(
      `url must be an http or https URL of at most ${LONGEST_URL} characters, such as https://example.com/hooks.`,
      'url',
      because('URL_INVALID', { most: LONGEST_URL }),
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidRequest(
      'url must not have a user or password. Receivers verify messages by their signatures.',
      'url',
      because('URL_WITH_PASSWORD'),
    );
  }
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isAllowed(host))
    throw invalidRequest(refusal(host), 'url', because('URL_NOT_PUBLIC'));
}
