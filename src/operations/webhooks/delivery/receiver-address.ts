import { isIP } from 'node:net';
import { blockListOf } from '../../../util/block-list-of.ts';

/** Networks that are not on the public internet (IANA's special-purpose address registries). */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Contains all public IPv6 addresses; others, such as `::1`, `fc00::/7` and `::ffff:10.0.0.1`, are outside. */
const GLOBAL_V6 = ['2000::/3'];
/** Exceptions; some embed IPv4 addresses: Teredo, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const [special, global] = [blockListOf([...SPECIAL_V4, ...SPECIAL_V6]), blockListOf(GLOBAL_V6)];

/** Whether messages may be sent to an IP address: one on the public internet, or in an allowed network. */
export type AddressCheck = (address: string) => boolean;

/** Creates a check; `allowed`: further addresses and networks. */
export function addressCheck(allowed: readonly string[]): AddressCheck {
  const exceptions = blockListOf(allowed);
  return (text) => {
    const address = text.replace(/%.*/, '');
    const version = isIP(address);
    if (version === 0) return false;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (exceptions.check(address, family)) return true;
    return !special.check(address, family) && (version === 4 || global.check(address, family));
  };
}
