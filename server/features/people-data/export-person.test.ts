import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#tests/app.ts'
import { unique } from '#tests/factories.ts'
import { appsOnEachStore } from '#tests/image-stores.ts'
import { makePerson, placeOrder, uploadPage, uploadProof } from '#tests/person.ts'
import { unavailableStore } from '#tests/s3.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { writePersonFolder } from './person-files.ts'

const shelf = await mkdtemp(join(tmpdir(), 'botica-test-'))
afterAll(() => rm(shelf, { recursive: true }))

/** Exports a person into a folder and reads it. */
async function exportTo({ database, images }: TestApp, email: string) {
  const found = await exportPerson(database, email)
  const folder = join(shelf, `persona-${unique()}`)
  const missing = await writePersonFolder(images, found!, folder)
  const text = await readFile(join(folder, 'datos.json'), 'utf8')
  return { folder, missing, text, data: JSON.parse(text), names: (await readdir(folder)).toSorted() }
}

describe.each(await appsOnEachStore())(
  'exporting a person, with images on $store',
  ({ files: _, store: __, ...app }) => {
    const { database, images, config } = app

    test('writes all data and images into a private folder, and no secret', async () => {
      const other = await makePerson(app)
      const person = await makePerson(app)
      await sql`
        insert into order_reminders select min(id::text)::uuid, now() + interval '15 days' from orders
        where user_id = ${person.id} and status = 'delivered'`.execute(database)
      const { folder, missing, text, data, names } = await exportTo(app, person.email)
      const orders = await database
        .selectFrom('orders')
        .select('number')
        .where('user_id', '=', person.id)
        .orderBy('number')
        .execute()
      const [first, second] = orders.map(({ number }) => number)
      expect(missing).toEqual([])
      const page = `receta-pedido-${first}-1`
      const expected = ['perfil', `comprobante-${first}`, `comprobante-${second}`, 'receta-1', page]
      expect(names).toEqual([...expected.map((name) => `${name}.webp`), 'datos.json'].toSorted())
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
      for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
      for (const name of expected)
        expect(await sharp(join(folder, `${name}.webp`)).metadata()).toMatchObject({
          format: 'webp',
          width: 80,
        })

      const line = { producto: expect.any(String), precio: 1990, cantidad: 2, descuento: 0, total: 3980 }
      const order = {
        nombre: person.name,
        apellidos: person.lastName,
        direccion: person.address,
        correo: person.email,
        total: 3980,
        lineas: [line],
      }
      expect(data).toMatchObject({
        correo: person.email,
        perfil: {
          nombre: person.name,
          apellidos: person.lastName,
          rut: person.rut,
          telefono: person.phone,
          celular: person.cellphone,
          genero: 'FEMENINO',
          fecha_de_nacimiento: '2000-02-29',
          rol: 'Cliente',
          intereses: ['Vitaminas'],
          foto: 'perfil.webp',
        },
        carrito: [{ cantidad: 2 }],
        pedidos: [
          {
            ...{ ...order, numero: first, estado: 'delivered', comprobante: `comprobante-${first}.webp` },
            ...{
              historial: [{ evento: 'proof' }, { evento: 'delivered' }],
              recordatorio: expect.any(String),
            },
            receta: [{ enviada: expect.any(String), imagen: `${page}.webp` }],
          },
          {
            ...{ ...order, numero: second, estado: 'pending', comprobante: `comprobante-${second}.webp` },
            ...{ historial: [{ evento: 'proof' }], recordatorio: null, receta: [] },
          },
        ],
        solicitudes: [
          { tipo: 'Recetario', producto: person.product, mensaje: person.message, receta: 'receta-1.webp' },
          { tipo: 'Contacto', mensaje: person.message, receta: null },
        ],
        avisos_de_stock: [{ correo: person.email, avisado: null }],
        ingresos: [{ correo: person.email, rol: 'Cliente' }],
        sesiones: [{ vence: expect.any(String) }],
        navegadores_conocidos: [{ vence: expect.any(String) }],
      })
      expect(data.correos.map(({ tipo }: { tipo: string }) => tipo)).toContain('Bienvenida')
      expect(data.correos).toHaveLength(10)
      expect(text).not.toMatch(/argon2|password|token|hash/i)
      for (const secret of [person.token, other.email, other.name]) expect(text).not.toContain(secret)
    })

    test('names an image that the store has lost', async () => {
      const person = await makePerson(app)
      const { photo } = await database
        .selectFrom('users')
        .select('photo')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      await images.remove('user', photo)
      const { missing, names } = await exportTo(app, person.email)
      expect(missing).toEqual(['perfil.webp'])
      expect(names).not.toContain('perfil.webp')
    })

    test('finds an e-mail that only sent forms, and nothing after the erasure', async () => {
      const email = `visita${unique()}@correo.cl`
      await database
        .insertInto('form_requests')
        .values({ type_form: 'contact', fullname: 'Ana', email, message: 'Una consulta.' })
        .execute()
      const { data } = await exportTo(app, email)
      expect(data).toMatchObject({ carrito: [], pedidos: [], solicitudes: [{ nombre: 'Ana' }], ingresos: [] })
      await erasePerson(database, images, { email, dataDir: config.dataDir, actor: 'operador' })
      expect(await exportPerson(database, email)).toBeUndefined()
    })

    test('has other accounts’ orders with the person’s e-mail, without their payment proofs and prescriptions', async () => {
      const [person, friend] = [await makePerson(app), await makePerson(app)]
      const id = await placeOrder(app, friend, person)
      await uploadProof(app, friend, id)
      await uploadPage(app, friend, id)
      const { data, names } = await exportTo(app, person.email)
      expect(data.pedidos).toHaveLength(3)
      expect(data.pedidos[2]).toMatchObject({ nombre: person.name, comprobante: null, receta: [] })
      expect(names.filter((name) => name.startsWith('comprobante'))).toHaveLength(2)
      expect(names.filter((name) => name.startsWith('receta-pedido'))).toHaveLength(1)
    })

    test('leaves no folder behind when it fails', async () => {
      const person = await makePerson(app)
      const found = await exportPerson(database, person.email)
      const folder = join(shelf, `falla-${unique()}`)
      await expect(writePersonFolder(await unavailableStore(), found!, folder)).rejects.toThrow(
        'The image store',
      )
      expect((await readdir(shelf)).filter((name) => name.startsWith('falla'))).toEqual([])
    })
  },
)
