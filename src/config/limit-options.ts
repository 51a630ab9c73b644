import { byteSize, duration, wholeNumber } from './option-types.ts';
import { option, type OptionGroup } from './option.ts';

/** Options of limits on requests, responses and what one user may store. */
export const LIMIT_OPTIONS = {
  bodyBytes: option(
    byteSize(1024, 1024 ** 3),
    16 * 1024 ** 2,
    'Maximum size of a request body; beyond it the response is 413.',
  ),
  bodiesBytes: option(
    byteSize(1024 ** 2, 1024 ** 4),
    256 * 1024 ** 2,
    'Maximum size of the bodies (those over 4 KiB) of all running requests, per thread; beyond it the response is 503, or 429 if one actor uses half of it.',
  ),
  answersBytes: option(
    byteSize(1024 ** 2, 1024 ** 4),
    256 * 1024 ** 2,
    'Maximum size of the long responses (over 128 KiB) of all running requests, per thread, until they are sent; beyond it the response is 503, 429 if one actor uses half of it, and 413 if one response does.',
  ),
  bodyValues: option(
    wholeNumber(1_000, 100_000_000),
    2_000_000,
    'Maximum values in the JSON of a request, names of members included; beyond it the response is 400.',
  ),
  headerBytes: option(
    byteSize(4096, 1024 ** 2),
    64 * 1024,
    'Maximum size of the request line with all headers; beyond it the response is 431.',
  ),
  readBytes: option(
    byteSize(1024 ** 2, 1024 ** 4),
    64 * 1024 ** 2,
    'Maximum size of the stored values that one response may need, in characters; beyond it pages with a cursor end early, and other responses are 413.',
  ),
  pageSize: option(
    wholeNumber(1, 10_000),
    10_000,
    'Maximum entities on one page of a search or list, and maximum urns in one query.',
  ),
  connections: option(
    wholeNumber(1, 1_000_000),
    2_000,
    'Maximum open connections; beyond it the one that has been idle longest is closed.',
  ),
  connectionsPerAddress: option(
    wholeNumber(0, 1_000_000),
    0,
    'Maximum open connections of one address (IPv6: one /64) other than trusted proxies; further ones are closed at once. 0: a quarter of `limits.connections`, at least 10.',
  ),
  headersTimeout: option(
    duration(100, 3_600_000),
    20_000,
    'Timeout for a client to send the headers of a request.',
  ),
  requestTimeout: option(
    duration(100, 3_600_000),
    60_000,
    'Timeout for a client to send a whole request; then the response is 408.',
  ),
  answerTimeout: option(
    duration(100, 24 * 3_600_000),
    120_000,
    'Timeout for handling a request; then the response is 504.',
  ),
  sendTimeout: option(
    duration(100, 3_600_000),
    60_000,
    'Timeout for a client to read a response, plus one second for every 16 KiB of it.',
  ),
  personalViews: option(
    wholeNumber(0, 1_000_000),
    500,
    'Maximum number of personal views of one user; beyond it the response is 409.',
  ),
  accessTokens: option(
    wholeNumber(0, 1_000_000),
    500,
    'Maximum number of access tokens for one user, expired ones included and browser sessions not; beyond it the response is 409.',
  ),
  stepStates: option(
    wholeNumber(0, 1_000_000),
    500,
    'Maximum number of tour steps whose state is stored for one user; beyond it the response is 409.',
  ),
  heldRequests: option(
    wholeNumber(1, 1_000_000),
    100,
    'Maximum requests of one actor that wait for changes at the same time; beyond it the response is 429.',
  ),
  requestsPerSecond: option(
    wholeNumber(0, 1_000_000),
    0,
    'Maximum requests per second of one actor, averaged over ten seconds; beyond it the response is 429. 0: unlimited.',
  ),
  refusalsPerSecond: option(
    wholeNumber(1, 1_000_000),
    100,
    'Maximum requests per second without a valid token from one address, averaged over ten seconds; beyond it the response is 429.',
  ),
  graphql: {
    depth: option(
      wholeNumber(1, 1000),
      30,
      'Maximum nesting depth of a GraphQL document; introspection needs 15.',
    ),
    aliases: option(wholeNumber(0, 100_000), 500, 'Maximum aliases in a GraphQL document.'),
    values: option(
      wholeNumber(1_000, 100_000_000),
      200_000,
      'Maximum values in the body of a GraphQL request, names of members included.',
    ),
    tokens: option(wholeNumber(10, 1_000_000), 20_000, 'Maximum tokens in a GraphQL document.'),
    cost: option(
      wholeNumber(100, 1_000_000_000),
      5_000_000,
      'Maximum fields in the response to a GraphQL document, estimated from its page sizes.',
    ),
    objects: option(
      wholeNumber(100, 1_000_000_000),
      1_000_000,
      'Maximum objects in the response to a GraphQL request, counted while it is made; beyond it the error is 413.',
    ),
    timeout: option(duration(10, 3_600_000), 60_000, 'Timeout for handling a GraphQL request.'),
  },
} satisfies OptionGroup;
