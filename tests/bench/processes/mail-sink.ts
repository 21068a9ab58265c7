import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { createRunCounter } from './count-runs.ts';

// An SMTP server that accepts every mail and drops it; it reports how long the wanted number of mails took to arrive.
const counter = createRunCounter();
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    stream.resume().once('end', () => void counter.count(async () => done()));
  },
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
