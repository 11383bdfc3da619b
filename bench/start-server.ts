import { type ChildProcess, spawn } from 'node:child_process'

/** Starts a script that listens on the port of `url`, and waits until it answers. */
export async function startServer(
  script: string,
  url: string,
  env: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env, PORT: new URL(url).port },
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
