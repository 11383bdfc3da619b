import type { ImageStore } from '../../images/image-store.ts'
import { zipStream } from '../../spreadsheets/zip-stream.ts'
import type { PersonExport } from './export-person.ts'

/** Writes an export as a zip: the images one by one, then `datos.json`, which names missing images. */
export const zipExport = (images: ImageStore, exported: PersonExport): AsyncGenerator<Uint8Array> =>
  zipStream(entries(images, exported))

async function* entries(images: ImageStore, { data, images: exported }: PersonExport) {
  const missing: string[] = []
  for (const { kind, name, path } of exported) {
    const image = await images.read(kind, name)
    if (image) yield { name: path, content: Buffer.isBuffer(image.body) ? [image.body] : image.body }
    else missing.push(path)
  }
  yield {
    name: 'datos.json',
    content: [`${JSON.stringify({ ...data, imagenes_faltantes: missing }, null, 2)}\n`],
  }
}
