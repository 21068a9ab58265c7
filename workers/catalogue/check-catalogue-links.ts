import { OPERATORS } from '#services/cases/record-act.ts';
import { checkLinks } from '#services/catalogue/links/check-links.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { Handler } from '../runtime/handler.ts';

/** Checks links of courses, and refreshes open desks when an operator asked for one. */
export const checkCatalogueLinks: Handler<{ courseId?: string | undefined }> = async (
  { courseId },
  { deps: { db, config, log } },
) => {
  const { linkCheckHosts: hosts, publicUrl, brand } = config;
  const checked = await checkLinks(db, { hosts, brandName: brand.name, publicUrl, courseId });
  if (checked > 0) log.info({ checked }, 'Checked links of courses');
  if (courseId) await inTransaction(db, async (manager) => publishChange(manager, OPERATORS));
};
