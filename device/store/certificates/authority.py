"""The box's own authority: a root certificate that phones are told to trust, and the certificates that it issues.

Whoever has a trusted authority's key can pass for any site. So this one is trusted, by its own
certificate, for nothing but names that the public DNS gives to nobody and addresses of private
networks (RFC 5280, 4.2.1.10).
"""

import datetime as dt
import ipaddress
from collections.abc import Iterable
from typing import TYPE_CHECKING

from device.address import PRIVATE_ENDS

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

NETWORKS = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
"""The networks whose addresses the authority may vouch for: private, link-local, shared
(RFC 6598) and the box itself.
"""
DAYS = 397
"""How long an issued certificate lasts: what browsers accept without asking (Apple: at most 825 days
for an authority of one's own).
"""
SLACK_DAYS = 2
"""So many days before it was made it begins: clocks of phones and boxes differ."""
_FROM, _UNTIL = dt.datetime(2024, 1, 1, tzinfo=dt.UTC), dt.datetime(2049, 12, 31, tzinfo=dt.UTC)
"""When the authority is valid: a box without time makes one that is valid all the same."""
LONGEST_NAME = 64
"""The longest common name that X.520 allows, in characters."""


def is_permitted(name: str) -> bool:
    """Whether the authority may vouch for that name or address.

    >>> [is_permitted(each) for each in ("192.168.1.7", "fe80::1", "tableside", "box.local", "8.8.8.8", "example.org")]
    [True, True, True, True, False, False]
    """
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(PRIVATE_ENDS)
    return any(address in ipaddress.ip_network(each) for each in NETWORKS)


def new_authority(name: str, host: str) -> bytes:
    """A new authority called `name`, for private names and for the box called `host`: certificate and key as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    called = _called(name)
    permitted: list[x509.GeneralName] = [x509.DNSName(each.removeprefix(".")) for each in PRIVATE_ENDS]
    permitted += [
        x509.DNSName(each) for each in dict.fromkeys((host, "localhost")) if each and "." not in each
    ]
    permitted += [x509.IPAddress(ipaddress.ip_network(each)) for each in NETWORKS]
    made = (
        x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number(), _FROM, _UNTIL)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return _pem(made, key)


def issue(authority: bytes, names: Iterable[str], moment: float) -> bytes:
    """A new certificate of an authority (PEM) for names and addresses, made at a `moment` (Unix
    seconds): with its key, as PEM.

    Raises ValueError where the authority is damaged.
    """
    begins = dt.datetime.fromtimestamp(moment, dt.UTC) - dt.timedelta(days=SLACK_DAYS)
    return _issued(authority, names, begins, begins + dt.timedelta(days=DAYS))


def issue_for_good(authority: bytes, names: Iterable[str]) -> bytes:
    """The same, valid as long as the authority is: for a broker, whose tables know no other and may have no time."""
    return _issued(authority, names, _FROM, _UNTIL)


def _issued(authority: bytes, names: Iterable[str], begins: dt.datetime, ends: dt.datetime) -> bytes:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    root = x509.load_pem_x509_certificate(authority)
    root_key = serialization.load_pem_private_key(authority, None)
    if not isinstance(root_key, ec.EllipticCurvePrivateKey):
        raise ValueError("the authority's key is of another kind")  # noqa: TRY004 - what is wrong is what the file holds
    key = ec.generate_private_key(ec.SECP256R1())
    named = list(names)
    made = (
        x509.CertificateBuilder(
            root.subject,
            _called(named[0]),
            key.public_key(),
            x509.random_serial_number(),
            begins,
            ends,
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(each) for each in named]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), critical=False
        )
        .sign(root_key, hashes.SHA256())
    )
    return _pem(made, key)


def _general(name: str) -> "x509.GeneralName":
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _called(name: str) -> "x509.Name":
    from cryptography import x509

    return x509.Name(
        [
            x509.NameAttribute(x509.NameOID.COMMON_NAME, name[:LONGEST_NAME]),
            x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, "Tableside"),
        ]
    )


def _usage(*, signs_certificates: bool) -> "x509.KeyUsage":
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _pem(certificate: "x509.Certificate", key: "EllipticCurvePrivateKey") -> bytes:
    from cryptography.hazmat.primitives import serialization as s

    private = key.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption())
    return certificate.public_bytes(s.Encoding.PEM) + private
