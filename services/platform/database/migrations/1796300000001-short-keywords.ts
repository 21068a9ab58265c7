import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets an index look up keywords that hold no three letters in a row, which trigrams cannot: by the letters and pairs
 * of letters that stand in a text. TypeORM does not know these indexes.
 */
export class ShortKeywords1796300000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Whoever plans a query is told what it costs, so that it is looked up and not computed for every row.
    await runner.query(`
      CREATE FUNCTION short_pieces(whole text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
        SELECT array_agg(DISTINCT piece COLLATE "C")
        FROM (SELECT letter, lag(letter) OVER (ORDER BY place) || letter AS pair
              FROM string_to_table(whole, NULL) WITH ORDINALITY AS t (letter, place)) AS letters,
          LATERAL (VALUES (letter), (pair)) AS pieces (piece)
        WHERE piece IS NOT NULL $$`);
    await runner.query(`CREATE INDEX open_requests_doc_short ON open_requests
      USING gin (short_pieces(doc)) WITH (gin_pending_list_limit = 256)`);
    await runner.query(`CREATE INDEX open_requests_platform_short ON open_requests
      USING gin (short_pieces(platform)) WITH (gin_pending_list_limit = 64)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX open_requests_doc_short, open_requests_platform_short');
    await runner.query('DROP FUNCTION short_pieces');
  }
}
