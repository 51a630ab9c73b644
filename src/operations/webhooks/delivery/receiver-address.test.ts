import { describe, expect, it } from 'vitest';
import { addressCheck } from './receiver-address.ts';

const REFUSED = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '100::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'localhost',
  '',
  '127.0.0.1.',
];
const ACCEPTED = [
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::5',
];

describe('an address check', () => {
  const isAllowed = addressCheck([]);
  it.each(REFUSED)('refuses %s', (address) => expect(isAllowed(address)).toBe(false));
  it.each(ACCEPTED)('accepts %s', (address) => expect(isAllowed(address)).toBe(true));

  it('accepts only networks that the option allows', () => {
    const check = addressCheck(['10.1.0.0/16', '192.168.0.7', 'fd00::/8']);
    const accepted = ['10.1.2.3', '192.168.0.7', 'fd12::1', '8.8.8.8'];
    const refused = ['10.2.0.1', '192.168.0.8', 'fc00::1', '127.0.0.1'];
    expect(accepted.map(check)).toEqual(accepted.map(() => true));
    expect(refused.map(check)).toEqual(refused.map(() => false));
  });
});
