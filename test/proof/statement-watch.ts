import { pass } from './kill-points.ts';

/**
 * Sees the statements of one connection go by, whatever database it leads to, and passes the points that lie among them:
 * between a charge and its commit, and in a sweep.
 */
export class StatementWatch {
  #charges = false;
  #gaveBack = false;

  /** A statement has been carried out inside a transaction that is still open. */
  done(sql: string): void {
    this.#charges ||= hasCharge(sql);
    if (!givesBackLapsed(sql)) return;
    this.#gaveBack = true;
    pass('in a step of the sweep');
  }

  /** The commit is about to be asked for. */
  beforeCommit(): void {
    if (this.#charges) pass('before the commit');
  }

  /** The commit has been asked for, and nobody knows how far it has come. */
  duringCommit(): void {
    if (this.#charges) pass('during the commit');
  }

  afterCommit(): void {
    const [charges, gaveBack] = [this.#charges, this.#gaveBack];
    this.forget();
    if (charges) pass('after the commit');
    if (gaveBack) pass('between steps of the sweep');
  }

  /** The transaction has ended in whatever way. */
  forget(): void {
    this.#charges = false;
    this.#gaveBack = false;
  }
}

export function hasCharge(sql: string): boolean {
  return /insert into usage \(/.test(sql);
}

function givesBackLapsed(sql: string): boolean {
  return sql.includes('delete from holds') && sql.includes('lease_until <');
}
