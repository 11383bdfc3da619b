import { type ChildProcess, spawn } from 'node:child_process'
import serveOptions from '../scripts/serve-options.json' with { type: 'json' }

/** Starts a script with the options of `npm start`, and waits until it answers on the port of `url`. */
export async function startServer(
  script: string,
  url: string,
  env: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...serveOptions.flags, script], {
    env: { ...process.env, ...serveOptions.environment, ...env, PORT: new URL(url).port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 300; tries += 1) {
    const up = await fetch(`${url}/api/health`).then(
      (answer) => answer.status < 500,
      () => false,
    )
    if (up) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill()
  throw new Error(`${script} did not start`)
}
