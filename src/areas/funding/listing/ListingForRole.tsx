import { paths } from '../../../browser/paths.ts';
import { siteStorage } from '../../../browser/storage.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';
import { forLearnersCopy as copy } from './for-learners.copy.ts';
import { Listing } from './Listing.tsx';

/** The listing for sponsors; an explanation for learners, who are not authorized to call it. */
export function ListingForRole() {
  return siteStorage.read(storageKeys.role) === 'learner' ? <ForLearners /> : <Listing />;
}

/** Shown to learners in place of the sponsors' listing. */
function ForLearners() {
  return (
    <div className="stack stack-loose">
      <section className="stack">
        <h1>{copy.title}</h1>
        <p>{copy.lead}</p>
        <p className="row">
          <a className="button" href={paths.help}>
            {copy.help}
          </a>
          <a className="button button-quiet" href={paths.dashboard}>
            {copy.dashboard}
          </a>
        </p>
      </section>
      <section className="stack">
        <h2>{copy.seeTitle}</h2>
        <ul>
          {copy.see.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="soft">{copy.notSeen}</p>
      </section>
      <section className="stack">
        <h2>{copy.becomeTitle}</h2>
        <p>{copy.become}</p>
      </section>
    </div>
  );
}
