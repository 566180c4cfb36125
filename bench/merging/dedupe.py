"""Splink's side: people.csv in, one cluster for each record out, set up as its guides advise.

Blocking rules are equalities that are each rare, so that a slip in one field is made good by another. Comparisons are the
library's own for names, dates and mail addresses, with term frequencies for names and places. The model is
trained as in the tutorial: the share of matches from strict rules, u from random pairs, m by expectation maximisation
over two rules. Pairs above one half are joined."""
import sys

import duckdb
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on


def main(source, target, threads):
    connection = duckdb.connect(":memory:")
    connection.execute(f"SET threads = {int(threads)}")
    connection.execute("CREATE TABLE people AS SELECT id AS unique_id, first, last, company, street, city, "
                       "regexp_replace(phone, '[^0-9]', '', 'g') AS phone, email, born "
                       "FROM read_csv(?, all_varchar = true, nullstr = '')", [source])
    api = DuckDBAPI(connection=connection)
    settings = SettingsCreator(
        link_type="dedupe_only",
        blocking_rules_to_generate_predictions=[
            block_on("phone"), block_on("email"), block_on("last", "born"), block_on("first", "born"),
            block_on("first", "last", "city"), block_on("last", "street"), block_on("city", "born"),
            block_on("company", "last"), block_on("street", "city")],
        comparisons=[
            cl.NameComparison("first").configure(term_frequency_adjustments=True),
            cl.NameComparison("last").configure(term_frequency_adjustments=True),
            cl.JaroWinklerAtThresholds("company", [0.9, 0.7]).configure(term_frequency_adjustments=True),
            cl.JaroWinklerAtThresholds("street", [0.9, 0.7]).configure(term_frequency_adjustments=True),
            cl.JaroWinklerAtThresholds("city", [0.9]).configure(term_frequency_adjustments=True),
            cl.LevenshteinAtThresholds("phone", [1]),
            cl.EmailComparison("email"),
            cl.DateOfBirthComparison("born", input_is_string=True)],
        retain_matching_columns=False)
    linker = Linker(api.register("people"), settings, log_level="ERROR")
    train = linker.training
    train.estimate_probability_two_random_records_match(
        [block_on("first", "last", "born"), block_on("email"), block_on("last", "phone")], recall=0.8)
    train.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    train.estimate_parameters_using_expectation_maximisation(block_on("first", "last"))
    train.estimate_parameters_using_expectation_maximisation(block_on("born"))
    pairs = linker.inference.predict(threshold_match_probability=0.5)
    clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(pairs, threshold_match_probability=0.5)
    connection.execute(f"COPY (SELECT unique_id AS id, cluster_id AS cluster FROM {clusters.physical_name}) "
                       "TO '" + target.replace("'", "''") + "' (HEADER)")


if __name__ == "__main__":
    main(*sys.argv[1:])
