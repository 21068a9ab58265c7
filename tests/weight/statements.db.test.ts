import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterCourses, suggestCourses } from '#contracts/catalogue.ts';
import { getDashboard } from '#contracts/dashboard.ts';
import type { Endpoint, Sent } from '#contracts/endpoint.ts';
import { getRequest, listRequests } from '#contracts/listing.ts';
import { getProfile } from '#contracts/profile.ts';
import { submitRequest } from '#contracts/requests.ts';
import { callApi } from '#tests/support/api-client.ts';
import { fileRequest, join, requestBody, type SignedIn } from '#tests/support/people.ts';
import { recordStatements } from '#tests/support/record-statements.ts';
import { startTestProduct, type TestProduct } from '#tests/support/test-product.ts';

// A statement more is a round trip more for each visit: a change of a number here needs a reason.

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct();
  [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
  requestId = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

async function countStatements<E extends Endpoint>(contract: E, sent: Partial<Sent<E>>, caller?: SignedIn) {
  const call = async () => {
    const { status } = await callApi(product.url, contract, sent, caller?.token);
    expect(status).toBeLessThan(300);
  };
  return (await recordStatements(call)).length;
}

describe('statements of a call, the one that finds the session included', () => {
  it('the own account: 2', async () => expect(await countStatements(getProfile, {}, learner)).toBe(2));
  it('the dashboard of a learner with a request: 9', async () =>
    expect(await countStatements(getDashboard, {}, learner)).toBe(9));
  it('the dashboard of a sponsor without payments: 7', async () =>
    expect(await countStatements(getDashboard, {}, sponsor)).toBe(7));
  it('the listing: 8', async () => expect(await countStatements(listRequests, {}, sponsor)).toBe(8));
  it('a listed request: 11', async () =>
    expect(await countStatements(getRequest, { params: { id: requestId } }, sponsor)).toBe(11));
  it('the catalogue: 1', async () => expect(await countStatements(filterCourses, {})).toBe(1));
  it('a search in the catalogue that finds nothing: 2', async () =>
    expect(await countStatements(filterCourses, { query: { search: 'python' } })).toBe(2));
  it('suggestions: 2', async () =>
    expect(await countStatements(suggestCourses, { query: { q: 'pyth' } })).toBe(2));
  it('filing a request: 8, its transaction and the notification after it included', async () =>
    expect(await countStatements(submitRequest, { body: requestBody() }, learner)).toBe(8));
});
