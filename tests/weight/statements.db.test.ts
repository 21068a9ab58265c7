import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import { filterCourses, getCourse, suggestCourses } from '#contracts/catalogue/catalogue.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import type { Endpoint, Sent } from '#contracts/endpoint.ts';
import { getRequest, listPublicRequests, listRequests } from '#contracts/requests/listing.ts';
import { submitRequest } from '#contracts/requests/requests.ts';
import { generateCourses } from '#services/catalogue/generate-courses.ts';
import { fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { settlePayment } from '#tests/support/money/settle-payment.ts';
import {
  fileRequest,
  join,
  press,
  requestBody,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

// A statement more is a round trip more for each visit: a change of a number here needs a reason.

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let payer: SignedIn;
let requestId: string;
beforeAll(async () => {
  // Without workers, whose statements would be counted.
  product = await startTestProduct();
  [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
  payer = await join(product.url, 'sponsor');
  const funded = await fileRequest(product.url, await join(product.url, 'learner'));
  const { body } = await startPayment(product.url, payer, funded);
  const { reference, access_code: accessCode } = body.data.data;
  await press(product.sandbox.httpUrl, accessCode, 'pay');
  await settlePayment(product, reference);
  // More than the number of results that are counted.
  await fillCatalogue(product.db, generateCourses(1_100));
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
  it('the own account: 1', async () => expect(await countStatements(getProfile, {}, learner)).toBe(1));
  it('the dashboard of a learner with a request: 8', async () =>
    expect(await countStatements(getDashboard, {}, learner)).toBe(8));
  it('the dashboard of a sponsor without payments: 7', async () =>
    expect(await countStatements(getDashboard, {}, sponsor)).toBe(7));
  it('the dashboard of a sponsor with a payment: 17', async () =>
    expect(await countStatements(getDashboard, {}, payer)).toBe(17));
  it('the listing: 4', async () => expect(await countStatements(listRequests, {}, sponsor)).toBe(4));
  it('the listing by a keyword: 5', async () =>
    expect(await countStatements(listRequests, { query: { search: 'course' } }, sponsor)).toBe(5));
  it('the public requests: 1', async () => expect(await countStatements(listPublicRequests, {})).toBe(1));
  it('a listed request that the sponsor has seen: 4', async () => {
    const seen = { params: { id: requestId } };
    await callApi(product.url, getRequest, seen, sponsor.token);
    expect(await countStatements(getRequest, seen, sponsor)).toBe(4);
  });
  it('the catalogue: 1', async () => expect(await countStatements(filterCourses, {})).toBe(1));
  it('the courses of a level: 2', async () =>
    expect(await countStatements(filterCourses, { query: { level: 'Beginner' } })).toBe(2));
  it('a search with few results: 2', async () =>
    expect(await countStatements(filterCourses, { query: { search: 'python excel' } })).toBe(2));
  it('a search that finds nothing: 2, and 1 each 30 s for the subjects that it proposes', async () => {
    await callApi(product.url, filterCourses, { query: { search: '%' } });
    expect(await countStatements(filterCourses, { query: { search: 'qqqqzzzz' } })).toBe(2);
  });
  it('a search by a question: 2', async () =>
    expect(await countStatements(filterCourses, { query: { search: 'how can i learn chess' } })).toBe(2));
  it('the page of a course: 1', async () => {
    const { body } = await callApi(product.url, filterCourses, {});
    const slug = body.courses[0]?.slug ?? '';
    expect(await countStatements(getCourse, { params: { slug } })).toBe(1);
  });
  it('suggestions: 3', async () =>
    expect(await countStatements(suggestCourses, { query: { q: 'pyth' } })).toBe(3));
  // Session, BEGIN, the learner, the rows, COMMIT, NOTIFY.
  it('filing a request: 6, the notification after it included', async () =>
    expect(await countStatements(submitRequest, { body: requestBody() }, learner)).toBe(6));
});
