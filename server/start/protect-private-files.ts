import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/durable-files.ts'
import { ifMissing } from '../files/if-missing.ts'
import { imagesFolder } from '../images/disk-store.ts'
import { type ImageKind, imageKinds } from '../images/image-kinds.ts'

/**
 * Removes other accounts' access to existing mails, prescriptions and payment proofs. A folder of mode 700 is done already, so that later
 * starts only check folders.
 */
export async function protectPrivateFiles(dataDir: string): Promise<void> {
  await protectFolder(join(dataDir, 'outbox'))
  for (const kind of Object.keys(imageKinds) as ImageKind[]) {
    if (imageKinds[kind].access === 'public') continue
    const folder = join(imagesFolder(dataDir), kind)
    // The folder comes first, because its mode protects everything below at once.
    await chmod(folder, PRIVATE_FOLDER).catch(ifMissing(undefined))
    for (const name of await readdir(folder).catch(ifMissing([]))) await protectFolder(join(folder, name))
  }
}

/** Protects the files of a folder, then the folder itself. */
async function protectFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(ifMissing(undefined))
  if (!found?.isDirectory() || (found.mode & 0o777) === PRIVATE_FOLDER) return
  for (const name of await readdir(folder))
    await chmod(join(folder, name), PRIVATE_FILE).catch(ifMissing(undefined))
  await chmod(folder, PRIVATE_FOLDER)
}
