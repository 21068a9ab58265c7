import { Agent, request } from 'node:http';

// Guesses passwords over 120 connections until its parent disconnects; then it sends the count of each answer.
const [url = '', kind = '', victims = ''] = process.argv.slice(2);
const emails = victims.split(',');
const connections = 120;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const answers: Record<string, number> = {};
let sent = 0;
let isOver = false;

function guess(): Promise<string> {
  sent += 1;
  // One address for all, or a network for each guess.
  const address = kind === 'networks' ? `198.${18 + (sent % 2)}.${sent % 250}.7` : '203.0.113.9';
  const body = JSON.stringify({ email: emails[sent % emails.length], password: `guess ${sent}` });
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': address,
    };
    const call = request(`${url}/api/user/auth`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)));
    });
    call.once('error', () => resolve('connection error')).end(body);
  });
}

async function work(): Promise<void> {
  while (!isOver) {
    const answer = await guess();
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
}

process.once('message', () => {
  isOver = true;
});
process.send?.('started');
await Promise.all(Array.from({ length: connections }, work));
process.send?.(answers);
process.disconnect();
agent.destroy();
