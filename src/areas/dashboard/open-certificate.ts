import { certificateFile, viewCertificate } from '#contracts/enrolments.ts';
import { call } from '../../browser/api.ts';
import { openFile } from '../../browser/open-file.ts';
import { enrolmentsCopy } from '../enrolments/enrolments.copy.ts';

/** Shows a certificate in a tab of its own, by the id of its course. */
export function openCertificate(enrolmentId: string): Promise<void> {
  return openFile(() => call(viewCertificate, { params: { id: enrolmentId } }), {
    types: certificateFile.types,
    name: 'certificate',
    ...enrolmentsCopy.view,
  });
}
