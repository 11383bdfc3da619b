import type { Insertable } from 'kysely'
import type { z } from 'zod'
import type { contactBody, prescriptionBody } from '#contract/requests.ts'
import type { Database, Db } from '../../database/schema.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { storeImage } from '../../images/store-image.ts'
import { queueMail } from '../../mail/queue-mail.ts'

/** Stores a contact message. It never has an image, a product or a phone, whatever was sent (spec §3). */
export async function saveContact(database: Db, { fullname, email, message }: z.output<typeof contactBody>) {
  await saveRequest(database, { type_form: 'contact', fullname, email, message })
}

/**
 * Stores a prescription request with its image.
 *
 * @throws what {@link storeImage} throws
 */
export async function savePrescription(
  database: Db,
  images: ImageStore,
  form: z.output<typeof prescriptionBody>,
  bytes: Buffer,
) {
  const { fullname, email, phone, product, message } = form
  await storeImage(images, { kind: 'prescription', bytes }, (photo) =>
    saveRequest(database, {
      type_form: 'prescription-book',
      fullname,
      email,
      phone,
      product,
      message,
      photo,
    }),
  )
}

/** The pharmacy hears of each by mail. */
async function saveRequest(database: Db, row: Insertable<Database['form_requests']>) {
  await database.transaction().execute(async (tx) => {
    const { id } = await tx.insertInto('form_requests').values(row).returning('id').executeTakeFirstOrThrow()
    await queueMail(tx, { kind: 'form-received', requestId: id })
  })
}
