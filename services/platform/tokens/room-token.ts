import { importPKCS8, SignJWT } from 'jose';
import type { MeetingRooms } from '../provider-settings.ts';

/** The permission of a token: enter one room, under one name, for some time. */
export interface RoomAccess {
  room: string;
  /** Shown to the other participants. */
  name: string;
  from: Date;
  until: Date;
}

/**
 * Returns the address of a room with a token in it, or without one where the server asks for none. The claims are those of
 * Jitsi's token authentication (jitsi.github.io/handbook, "Authentication (JWT)") and of JaaS (developer.8x8.com/jaas, "JWT").
 */
export async function signRoomAddress(rooms: MeetingRooms, access: RoomAccess): Promise<string> {
  const { baseUrl, provider } = rooms;
  const { room, name } = access;
  const context = { user: { name } };
  switch (provider) {
    case 'open':
      return `${baseUrl}/${room}`;
    case 'jitsi': {
      const { appId, appSecret } = rooms;
      const token = await timed({ room, context }, access)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(appId)
        .setIssuer(appId)
        .setSubject(new URL(baseUrl).hostname)
        .sign(Buffer.from(appSecret));
      return `${baseUrl}/${room}?jwt=${token}`;
    }
    case 'jaas': {
      const { appId, keyId, privateKey } = rooms;
      const token = await timed({ room, context }, access)
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: `${appId}/${keyId}` })
        .setAudience('jitsi')
        .setIssuer('chat')
        .setSubject(appId)
        .sign(await importPKCS8(privateKey, 'RS256'));
      return `${baseUrl}/${appId}/${room}?jwt=${token}`;
    }
  }
}

const timed = (claims: { room: string; context: object }, { from, until }: RoomAccess) =>
  new SignJWT(claims).setNotBefore(from).setExpirationTime(until);
