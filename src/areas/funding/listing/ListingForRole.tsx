import { storageKeys } from '../../../browser/storage-keys.ts';
import { ForLearners } from './ForLearners.tsx';
import { Listing } from './Listing.tsx';

/** The sponsors' listing; for a learner, to whom the server refuses every call of it, what it is and what they can do. */
export function ListingForRole() {
  return localStorage.getItem(storageKeys.role) === 'learner' ? <ForLearners /> : <Listing />;
}
