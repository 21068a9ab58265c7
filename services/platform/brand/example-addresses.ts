import type { Brand } from '#contracts/site/brand.ts';
import { parseSender } from '../email/mail-address.ts';
import { brandAddresses } from './built-brand.ts';

interface Addresses {
  isSandbox: boolean;
  brand: Brand;
  mail: { from: string };
  operatorsEmail: string;
}

const isExample = (address: string) => /[.@]example$/i.test(URL.parse(address)?.hostname ?? address);

/**
 * Returns one line for each setting whose address ends with `.example`, where people use the installation: nothing that is
 * sent there arrives (RFC 2606).
 */
export function findExampleAddresses({ isSandbox, brand, mail, operatorsEmail }: Addresses): string[] {
  if (isSandbox) return [];
  const { contact, support } = brand.email;
  const sender = parseSender(mail.from).address;
  const addresses = {
    ...brandAddresses(brand),
    // Both are those of the brand where they are not set.
    ...(sender !== contact && { MAIL_FROM: sender }),
    ...(operatorsEmail !== support && { OPERATORS_EMAIL: operatorsEmail }),
  };
  return Object.entries(addresses)
    .filter(([, address]) => isExample(address))
    .map(
      ([name, address]) =>
        `${name} is ${address}, which is an example and no address of yours: this installation is no sandbox.`,
    );
}
