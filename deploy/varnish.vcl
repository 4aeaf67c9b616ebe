vcl 4.1;

# A cache in front of the product (docs/scale.md). Start it with `-p http_gzip_support=off`: the product compresses its answers itself, with Brotli too.
# TLS ends before it. Count it in TRUST_PROXY.

import std;

backend product {
  .host = "127.0.0.1";
  .port = "3000";
  .first_byte_timeout = 60s;
}

sub vcl_recv {
  # Public reads, as the contract declares them: server/src/http/caching.test.ts compares. Nothing else is looked up, whatever its answer says.
  if (req.url !~ "^/(?:(?:assets|media|share/(?:match|player)|\.well-known)/[^?]+|apple-app-site-association|api/(?:rpc/get_(?:home_matches|match_screen|match_winners|season_ranking_corrected|player_(?:complete|full_team)_history)|functions/(?:football-api|uefa-country-ranking)|home_fixtures(?:/\d+)?|players_ref(?:/-?\d+)?|available_competitions|contact|match_coefficients|match_lineups|match_player_points|matches|notice|player_seasons|players_by_name|season|season_player_points|seasons|audit/(?:log/[^/?]+/[a-z]+|records/\w+|matches/\d+(?:/ballots(?:/\w+)?)?)))(?:\?|$)") {
    return (pass);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # They are the same for every caller.
  unset req.http.Cookie;
  unset req.http.Authorization;
  # The native app's pages are the only other origins that the product answers.
  if (req.http.Origin != "capacitor://localhost" && req.http.Origin != "https://localhost") {
    unset req.http.Origin;
  }
  if (req.http.Accept-Encoding ~ "\bbr\b") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  # Parameters that no public read has, such as those of campaigns, would each be another object.
  set req.url = regsuball(req.url, "[?&](?!(?:competition_id|enabled|fn|format|from|ids|index|limit|match_id|match_ids|name|order|p_limit|p_offset|p_player_id|p_search|p_season|player_id|season|size|status|to|v|window_future_minutes|window_past_minutes|year)=)[^&]*", "");
  set req.url = std.querysort(regsub(req.url, "^([^?&]*)&", "\1?"));
  return (hash);
}

sub vcl_backend_response {
  # Never older than the product allows; an answer that has ended is only revalidated by its ETag.
  set beresp.grace = 0s;
  set beresp.keep = 60s;
}
