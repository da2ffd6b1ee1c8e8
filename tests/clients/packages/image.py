"""Reads an OCI image from its archive, checks every digest and size, and prints what the image is.

It follows the OCI image specification 1.1 and shares no code with the writer. Argument: the archive.
"""

import gzip
import hashlib
import io
import json
import sys
import tarfile

with tarfile.open(sys.argv[1]) as archive:
    files = {member.name: archive.extractfile(member).read() for member in archive.getmembers()}

assert json.loads(files["oci-layout"]) == {"imageLayoutVersion": "1.0.0"}
read = {"oci-layout", "index.json", "manifest.json"}


def blob(descriptor, media_type):
    assert descriptor["mediaType"] == media_type, descriptor
    algorithm, digest = descriptor["digest"].split(":")
    path = f"blobs/{algorithm}/{digest}"
    data = files[path]
    read.add(path)
    assert algorithm == "sha256" and hashlib.sha256(data).hexdigest() == digest, path
    assert len(data) == descriptor["size"], path
    return data


TYPE = "application/vnd.oci.image"


def read_platform(descriptor):
    manifest = json.loads(blob(descriptor, f"{TYPE}.manifest.v1+json"))
    assert manifest["schemaVersion"] == 2
    config = json.loads(blob(manifest["config"], f"{TYPE}.config.v1+json"))
    contents = {}
    layers = [gzip.decompress(blob(layer, f"{TYPE}.layer.v1.tar+gzip")) for layer in manifest["layers"]]
    digests = ["sha256:" + hashlib.sha256(layer).hexdigest() for layer in layers]
    assert config["rootfs"] == {"type": "layers", "diff_ids": digests}
    for layer in layers:
        with tarfile.open(fileobj=io.BytesIO(layer)) as tar:
            for member in tar.getmembers():
                assert member.isfile() and (member.uid, member.gid) == (0, 0), member.name
                contents[member.name] = [oct(member.mode), hashlib.sha256(tar.extractfile(member).read()).hexdigest()]
    platform = descriptor["platform"]
    assert platform == {"architecture": config["architecture"], "os": config["os"]}, platform
    assert manifest["annotations"] == config["config"]["Labels"]
    return {"platform": platform, "config": config["config"], "created": config["created"], "files": contents}


index = json.loads(files["index.json"])
assert index["schemaVersion"] == 2
(root,) = index["manifests"]
if root["mediaType"] == f"{TYPE}.index.v1+json":
    descriptors = json.loads(blob(root, f"{TYPE}.index.v1+json"))["manifests"]
else:
    descriptors = [root]
platforms = [read_platform(descriptor) for descriptor in descriptors]
assert read >= set(files), set(files) - read
print(json.dumps({"name": root["annotations"]["io.containerd.image.name"], "platforms": platforms}))
