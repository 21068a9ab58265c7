import { type ReactNode, useLayoutEffect, useState } from 'react';
import { isPublicMeetingRoom, publicMeetingRoomNotice } from '#contracts/meetings/meeting-room.ts';
import { siteStorage, storageKeys } from '../../../browser/storage.ts';
import { OutgoingLink } from '../../../ui/OutgoingLink.tsx';

// One after the other, the newest first; a browser needs those of the meetings to come only.
const keptRooms = 20;
const openedRooms = () => siteStorage.read(storageKeys.openedRooms)?.split(' ') ?? [];

/** The link of a meeting's room, and until the room was opened once in this browser, what a public server asks for. */
export function RoomLink(props: { to: string; className?: string; children: ReactNode }) {
  const { to } = props;
  const [isNew, setNew] = useState(() => isPublicMeetingRoom(to));
  // It keeps its place: a server does not know which rooms were opened.
  const [isHidden, setHidden] = useState(false);
  useLayoutEffect(() => setHidden(openedRooms().includes(to)), [to]);
  const remember = () => {
    siteStorage.write(storageKeys.openedRooms, [to, ...openedRooms()].slice(0, keptRooms).join(' '));
    setNew(false);
  };
  return (
    <>
      <OutgoingLink to={to} isOurs className={props.className} {...(isNew && { onOpen: remember })}>
        {props.children}
      </OutgoingLink>
      {isNew && (
        <>
          <br />
          <small className="soft" style={isHidden ? { visibility: 'hidden' } : undefined}>
            {publicMeetingRoomNotice}
          </small>
        </>
      )}
    </>
  );
}
