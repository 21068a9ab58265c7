import { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { securityHeaders } from './security-headers.ts';

function headersFor(publicUrl: string) {
  const res = new ServerResponse({ method: 'GET' } as never);
  const next = vi.fn();
  securityHeaders({ publicUrl })({} as never, res as never, next);
  expect(next).toHaveBeenCalledWith();
  return res.getHeaders();
}

// ASVS 3.4.1
it('browsers use https for a year, also for subdomains, where the product is on https', () => {
  expect(headersFor('https://learn.example')['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(headersFor('http://localhost:4321')).not.toHaveProperty('strict-transport-security');
});
