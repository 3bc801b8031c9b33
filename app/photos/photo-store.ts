import type { PhotoToSend } from "./api/send-photo.ts";

/** What waits on this phone until the server has all of it. */
export interface Waiting {
  readonly id: string;
  /** What it belongs to: a deal's reference, which a renewed link keeps. */
  readonly reference: string;
  readonly at: number; // When it was made, in milliseconds.
  readonly putOff?: number; // When it last let the others pass.
  readonly wasTried: boolean; // The server may have some of it.
  readonly problem: string | null; // The reason it was refused.
}

export interface KeptPhoto extends PhotoToSend, Waiting {}

/** Older builds stored the photo as a Blob, which Firefox cannot read once its record was written again. */
type Stored<Item> = Item | (Omit<Item, "bytes"> & { readonly blob: Blob });

/** Keeps photos in IndexedDB, or in memory without it. They are stored as bytes: a private window of Safari keeps no Blob. */
export class PhotoStore<Item extends Waiting = KeptPhoto> {
  readonly #reference: string;
  readonly #inMemory = new Map<string, Item>();

  constructor(reference: string) {
    this.#reference = reference;
  }

  isInMemory(id: string): boolean {
    return this.#inMemory.has(id);
  }

  /** Oldest first. */
  async all(): Promise<Item[]> {
    const stored = await inStore<Stored<Item>[]>("readonly", (photos) => photos.getAll()).catch(() => []);
    const own = stored.filter(({ reference }) => reference === this.#reference);
    const read = await Promise.all(own.map((one) => withBytes(one)));
    return [...read.filter((photo) => photo !== null), ...this.#inMemory.values()].toSorted(
      (a, b) => a.at - b.at,
    );
  }

  async find(id: string): Promise<Item | undefined> {
    return (await this.all()).find((photo) => photo.id === id);
  }

  /** Resolves once it would survive a dead battery, or is in memory. */
  async keep(photo: Item): Promise<void> {
    try {
      if (this.isInMemory(photo.id)) throw new Error("It did not fit before");
      await inStore("readwrite", (photos) => photos.put(photo));
    } catch {
      this.#inMemory.set(photo.id, photo);
    }
  }

  async remove(id: string): Promise<void> {
    if (this.#inMemory.delete(id)) return;
    await inStore("readwrite", (photos) => photos.delete(id));
  }
}

/** Returns null if the photo cannot be read. */
async function withBytes<Item extends Waiting>(stored: Stored<Item>): Promise<Item | null> {
  if (!("blob" in stored)) return stored;
  const { blob, ...photo } = stored;
  const bytes = await blob.arrayBuffer().catch(() => null);
  return bytes && ({ ...photo, bytes } as unknown as Item);
}

const name = "photos";

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (photos: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(name, mode, { durability: "strict" });
      const request = work(transaction.objectStore(name));
      transaction.addEventListener("complete", () => resolve(request.result as Result));
      for (const failure of ["abort", "error"])
        transaction.addEventListener(failure, () => reject(transaction.error ?? new Error(failure)));
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(`quadkea-${name}`, 1);
    request.addEventListener("upgradeneeded", () =>
      request.result.createObjectStore(name, { keyPath: "id" }),
    );
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("No storage")));
  });
}
