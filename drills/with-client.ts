import pg from 'pg'

/** Opens a connection to the database, closed after the work. @param name the application's name in PostgreSQL's activity */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  name?: string,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
