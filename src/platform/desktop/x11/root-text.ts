import { XConnection, type XServerAddress } from './connection.ts'

/** What a property of the root window says, such as AT_SPI_BUS; null when there is none. */
export async function readRootText(address: XServerAddress, name: string): Promise<string | null> {
  const connection = await XConnection.open(address)
  try {
    const property = await connection.property(connection.root, name)
    return property?.data.toString('utf8') ?? null
  } finally {
    connection.close()
  }
}
